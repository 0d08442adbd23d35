/** Addresses of a Commerce Service's OAuth, without trailing slashes. */
export interface Addresses {
  /** Address at which this process reaches the service. */
  readonly baseUrl: string;
  /** Address at which browsers reach the service. */
  readonly publicUrl: string;
  /** Token endpoint set by the operator. */
  readonly tokenUrl?: string | undefined;
}

/**
 * Returns the token endpoint: the operator's setting, else the one in the service's metadata, else the specified path.
 * Metadata contains public addresses; if we reach the service at a different one, the result uses that. A plain HTTP
 * endpoint is ignored for a service with TLS, since our client secret goes there.
 * @param offered `token_endpoint` of the metadata
 */
export function tokenEndpoint({ baseUrl, publicUrl, tokenUrl }: Addresses, offered?: string): string {
  const isDowngrade = publicUrl.startsWith('https:') && offered?.startsWith('https:') === false;
  const url = tokenUrl ?? (isDowngrade ? undefined : offered) ?? `${baseUrl}/v5/oauth/token`;
  return url.startsWith(`${publicUrl}/`) ? `${baseUrl}${url.slice(publicUrl.length)}` : url;
}
