import type { FieldProps } from './field';
import { Icon } from './icons';
import { asFields, asList, asText, type Fields } from './json';
import { announce, IconButton } from './ui';
import { words } from './words';

const { hours: texts } = words;

const isDay = (name: string): name is keyof typeof texts.days => Object.hasOwn(texts.days, name);

/** Opening hours as a week: each day closed, or with times. */
export function HoursField({ store, part, path, schema }: FieldProps) {
  const days = (schema.items?.properties?.day?.enum ?? []).filter(isDay);
  const all = asList(store.value(part, path)).map(asFields);
  const of = (day: string): Fields[] => all.filter((one) => one.day === day);
  const change = (day: string, times: readonly Fields[]) =>
    store.set(
      part,
      path,
      days.flatMap((one) => (one === day ? times : of(one))),
    );
  const [monday] = days;
  return (
    <fieldset class="hours">
      <legend>{words.types.business_hours?.name}</legend>
      {days.map((day) => {
        const times = of(day);
        const name = texts.days[day];
        const set = (index: number, fields: Fields) =>
          change(
            day,
            times.map((one, at) => (at === index ? { ...one, ...fields } : one)),
          );
        return (
          <div class="day" key={day}>
            <label class="tick">
              <input
                type="checkbox"
                checked={times.length > 0}
                onChange={({ currentTarget }) =>
                  change(day, currentTarget.checked ? [{ day, opens: '09:00', closes: '18:00' }] : [])
                }
              />
              {name}
            </label>
            {times.length === 0 && <span class="quiet">{texts.closed}</span>}
            <div class="times">
              {times.map((one, index) => (
                <div class="span" key={index}>
                  <input
                    type="time"
                    aria-label={`${name} ${texts.from}`}
                    value={asText(one.opens)}
                    onInput={({ currentTarget }) => set(index, { opens: currentTarget.value })}
                  />
                  –
                  <input
                    type="time"
                    aria-label={`${name} ${texts.to}`}
                    value={asText(one.closes)}
                    onInput={({ currentTarget }) => set(index, { closes: currentTarget.value })}
                  />
                  {times.length > 1 && (
                    <IconButton
                      icon="close"
                      label={`${texts.removeTimes}: ${name} ${asText(one.opens)}`}
                      onClick={() =>
                        change(
                          day,
                          times.filter((_, at) => at !== index),
                        )
                      }
                    />
                  )}
                  {index === 0 && times.length < 4 && (
                    <IconButton
                      icon="plus"
                      label={`${texts.addTimes}: ${name}`}
                      onClick={() => change(day, [...times, { day, opens: '14:00', closes: '18:00' }])}
                    />
                  )}
                </div>
              ))}
            </div>
          </div>
        );
      })}
      {monday && of(monday).length > 0 && (
        <button
          type="button"
          class="quiet-button add"
          onClick={() => {
            store.set(
              part,
              path,
              days.flatMap((day) => of(monday).map((one) => ({ ...one, day }))),
            );
            announce(texts.copied);
          }}
        >
          <Icon name="copy" size={16} />
          {texts.copy}
        </button>
      )}
    </fieldset>
  );
}
