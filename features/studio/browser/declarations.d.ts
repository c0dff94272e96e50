/** Written by `generate/studio-contract.ts` when the editor is bundled. */
declare module 'studio-contract' {
  const contract: import('./schema').Contract;
  export default contract;
}

/** Paths of an icon of Bootstrap Icons. */
declare module 'bootstrap-icons/icons/*.svg' {
  const paths: readonly string[];
  export default paths;
}

declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { default } from 'sortablejs';
}

declare module '*.css';
