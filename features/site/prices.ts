import { toCredits } from '../../shared/contract/amounts.js';
import type { Payments } from '../billing/index.js';
import { money, number, unitPrice } from '../web/index.js';

type Pack = Payments['packs'][number];
type Plan = Payments['plans'][number];

/** A pack as the pages show it. */
interface PackView {
  /** E.g. `500 credits`. */
  readonly title: string;
  readonly price: string;
  /** Price of 1,000 credits. */
  readonly perThousand: string;
  /** Difference to the dearest pack of the currency, in percent. */
  readonly saving: number;
}

/** A monthly plan as the pages show it. */
interface PlanView {
  readonly id: string;
  /** Credits for each month. */
  readonly credits: string;
  /** Price of a month. */
  readonly price: string;
  readonly rollover: boolean;
}

/** A pack at whose price requests are shown. */
interface Rate {
  readonly title: string;
  /** Formats the price of 1,000 requests. @param cheapest and dearest request in credits */
  readonly price: (cheapest: number, dearest: number) => string;
}

/** Prices of packs and plans, and of requests that are paid with packs. */
export interface Prices {
  readonly packs: readonly PackView[];
  readonly plans: readonly PlanView[];
  /** The smallest and the best pack of each currency; one if they are the same. */
  readonly rates: readonly Rate[];
}

export function buildPrices(packs: readonly Pack[], plans: readonly Plan[]): Prices {
  const currencies = [...new Set(packs.map(({ currency }) => currency))];
  const views = currencies.map((currency) => {
    const inCurrency = packs.filter((pack) => pack.currency === currency).toSorted((a, b) => a.credits - b.credits);
    const byPrice = inCurrency.toSorted((a, b) => computeCreditPrice(a) - computeCreditPrice(b));
    const dearest = Math.max(...inCurrency.map(computeCreditPrice));
    return {
      packs: inCurrency.map((pack) => createPackView(pack, dearest)),
      rates: [...new Set([...inCurrency.slice(0, 1), ...byPrice.slice(0, 1)])].map(calculateRate),
    };
  });
  return {
    packs: views.flatMap((view) => view.packs),
    plans: plans.map(planView),
    rates: views.flatMap((view) => view.rates),
  };
}

/** Returns the price of a credit, in the smallest unit of the currency. */
const computeCreditPrice = ({ price, credits }: Pack): number => price / toCredits(credits);

const formatTitle = ({ credits }: Pack): string => `${number(toCredits(credits))} credits`;

const createPackView = (pack: Pack, dearest: number): PackView => ({
  title: formatTitle(pack),
  price: money(pack.price, pack.currency),
  perThousand: unitPrice(1_000 * computeCreditPrice(pack), pack.currency),
  saving: Math.round(100 * (1 - computeCreditPrice(pack) / dearest)),
});

const planView = ({ id, credits, price, currency, rollover }: Plan): PlanView => ({
  ...{ id, credits: number(toCredits(credits)), price: money(price, currency), rollover },
});

const calculateRate = (pack: Pack): Rate => ({
  title: formatTitle(pack),
  price(cheapest, dearest) {
    const [from, to] = [cheapest, dearest].map((credits) =>
      unitPrice(1_000 * credits * computeCreditPrice(pack), pack.currency),
    );
    return from === to ? `${from}` : `${from} – ${to}`;
  },
});
