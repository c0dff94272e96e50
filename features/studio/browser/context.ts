import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api';

/** Data of the page that contains the editor. */
export interface Mount {
  readonly api: Api;
  /** Path of the studio. */
  readonly base: string;
  /** Origin of the page that embeds the editor; empty in the portal. */
  readonly origin: string;
  readonly isReadOnly: boolean;
  /** False in an embedded editor whose drafts are published by the server of the embedding product. */
  readonly canPublish: boolean;
}

export const MountContext = createContext<Mount | undefined>(undefined);

export function useMount(): Mount {
  const mount = useContext(MountContext);
  if (!mount) throw new Error('The editor is not mounted');
  return mount;
}

export const useApi = (): Api => useMount().api;
