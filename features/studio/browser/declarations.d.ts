/** Written by `generate/studio-contract.ts` when the editor is bundled. */
declare module 'studio-contract' {
  const contract: import('./schema').Contract;
  export default contract;
}

/** An icon of Bootstrap Icons, as text. */
declare module 'bootstrap-icons/icons/*.svg' {
  const svg: string;
  export default svg;
}

declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { default } from 'sortablejs';
}

declare module '*.css';
