/** Written by `generate/studio-contract.ts` when the editor is bundled. */
declare module 'studio-contract' {
  const contract: import('./schema').Contract;
  export default contract;
}

/** A file of its own, which the editor loads when it needs it. */
declare module 'studio-sortable' {
  export { default } from 'sortablejs';
}

declare module '*.css';
