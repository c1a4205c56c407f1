/** An endpoint as it is named: by its id, by what registered it or a report told of it, or by the receiver that it has. */
export type EndpointRef = string | { readonly id: string } | { readonly endpoint: string };

export function endpointIdOf(endpoint: EndpointRef): string {
  if (typeof endpoint === 'string') return endpoint;
  return 'endpoint' in endpoint ? endpoint.endpoint : endpoint.id;
}
