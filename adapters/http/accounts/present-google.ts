import { Type } from 'typebox';
import type { FlowClient, GoogleOutcome } from '../../../application/accounts/google-flow.js';

export const AuthProvidersDto = Type.Object(
  { password: Type.Literal(true), google: Type.Boolean() },
  { title: 'AuthProvidersDto' },
);

export const GoogleLinkDto = Type.Object(
  { url: Type.String({ format: 'uri', description: "the provider's page, for the same browser" }) },
  { title: 'GoogleLinkDto' },
);

export type ClientAddresses = { readonly webBaseUrl: string; readonly appScheme: string };

/**
 * Where a finished sign-in leads: into the web client, or into the app. Its scheme is ours to configure and never the
 * request's, and it is told a one-time code at most.
 */
export function addressAfter(
  client: FlowClient,
  outcome: GoogleOutcome,
  { webBaseUrl, appScheme }: ClientAddresses,
): string {
  if (client.kind === 'android') return `${appScheme}://auth?${queryOf(outcome).toString()}`;
  const url = new URL(`${webBaseUrl}${client.next ?? '/'}`);
  if (outcome.kind === 'failed') url.searchParams.set('authError', outcome.error);
  return url.href;
}

function queryOf(outcome: GoogleOutcome): URLSearchParams {
  if (outcome.kind === 'failed') return new URLSearchParams({ authError: outcome.error });
  return new URLSearchParams(outcome.kind === 'code' ? { code: outcome.code } : {});
}
