import { errors } from '../../shared/contract/errors.js';
import { can, requirePermission } from '../members/index.js';
import {
  editorScript,
  editorStyle,
  mountStudio,
  type StudioAccess,
  type StudioRight,
  setEditorHeaders,
} from '../studio/index.js';
import { templates } from '../web/index.js';
import { identifyMember, type PortalContext, type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';
import { HOME } from './session.js';

const BASE = `${HOME}/studio`;

const render = templates('features/studio/templates');

/** The studio, in which members make codes and pages. An operator who views the account sees it, but changes nothing. */
export function mountStudioPages(router: PortalRouter, services: PortalServices): void {
  const findAccess = (ctx: PortalContext): StudioAccess => {
    const { state } = ctx;
    if (!state.view) requirePermission(state.role, 'pages');
    const rights: StudioRight[] = can(state.role, 'pages') && !state.account.closed ? ['edit', 'publish'] : [];
    const { accountRequests } = services;
    const author = identifyMember(ctx);
    const { account } = state.member;
    return {
      ...{ base: BASE, account, formToken: state.formToken, may: new Set(rights) },
      ...{ visitor: state.member._id, keyId: 'portal' },
      author,
      async refresh() {
        await state.refresh();
        requirePermission(state.role, 'pages');
        if (state.account.closed) throw errors.accountClosed();
      },
      findKey: (isNew) =>
        isNew
          ? accountRequests.renewKey(account, 'studio', author)
          : accountRequests.ensureKey(account, 'studio', author),
    };
  };
  mountStudio(router, services, {
    at: '/studio',
    findAccess,
    show(ctx, { base, formToken, may }, draft) {
      setEditorHeaders(ctx, services);
      const main = render('editor', { base, draft, formToken, readOnly: !may.has('edit') });
      showPage(ctx, 'studio', { title: 'QR studio', main, styles: [editorStyle], scripts: [editorScript] });
    },
  });
}
