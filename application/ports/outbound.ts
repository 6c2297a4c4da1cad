export type OutboundRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

export type OutboundAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Pick<Headers, 'get'> }
  /** The address is none that may be called; waiting does not change that. */
  | { readonly kind: 'refused' };

/**
 * Sends a request without a body to an address that a user has given: only where that is public. Follows no redirect and
 * reads no body of the answer. Rejects when there is no answer.
 */
export type SendOutbound = (url: string, request: OutboundRequest) => Promise<OutboundAnswer>;
