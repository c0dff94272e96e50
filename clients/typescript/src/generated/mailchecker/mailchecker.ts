// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface MailcheckerRequest {
  /**
   * One email address
   */
  email: string;
}

export interface MailcheckerAnswer {
  /**
   * The address checked
   */
  email: string;
  trusted: 'high' | 'medium' | 'low' | 'unknown';
  score: number;
  risk: 'low' | 'medium' | 'high';
  /**
   * Whether the domain is a common provider of mailboxes
   */
  knownProvider: boolean;
  /**
   * Items: A whole address, corrected
   */
  recommend: string[];
  /**
   * Items: What the score is the sum of, before its limits
   */
  parts: {
    part: string;
    points: number;
  }[];
  checks: {
    valid: boolean;
    reason: string | null;
    normalized: string | null;
    disposable: boolean;
    /**
     * Whether anyone can have a mailbox at the domain
     */
    free: boolean;
    /**
     * Whether it is read by whoever has a task, not by a person
     */
    role: boolean;
    mail: 'mx' | 'address_only' | 'null_mx' | 'none' | 'unknown';
    mx: string[];
    parked: boolean | null;
    spf: boolean | null;
    dmarc: ('absent' | 'none' | 'quarantine' | 'reject') | null;
  };
}
