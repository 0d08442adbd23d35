/** The addresses of a Commerce Service's OAuth, none with a slash at its end. */
export interface Addresses {
  /** How we reach the service. */
  readonly baseUrl: string;
  /** How browsers reach it. */
  readonly publicUrl: string;
  /** The operator's word on where codes are exchanged. */
  readonly tokenUrl?: string | undefined;
}

/**
 * Where codes are exchanged: where the operator says, else where the service's metadata says, else as specified. The
 * metadata names public addresses; where we reach the service another way, we keep to that. An endpoint without TLS is not
 * taken from a service that has it, as our secret goes there.
 * @param offered `token_endpoint` of the metadata
 */
export function tokenEndpoint({ baseUrl, publicUrl, tokenUrl }: Addresses, offered?: string): string {
  const isDowngrade = publicUrl.startsWith('https:') && offered?.startsWith('https:') === false;
  const url = tokenUrl ?? (isDowngrade ? undefined : offered) ?? `${baseUrl}/v5/oauth/token`;
  return url.startsWith(`${publicUrl}/`) ? `${baseUrl}${url.slice(publicUrl.length)}` : url;
}
