import type { RouteId } from '../domain/routes.ts';
import type { AnyJson, Overrides } from './deviation.ts';

export function described(route: RouteId, change: (operation: AnyJson) => void): Pick<Overrides, 'document'> {
  return {
    document: ({ paths }) => {
      const operations = Object.values<AnyJson>(paths).flatMap((path) => Object.values<AnyJson>(path));
      for (const operation of operations) if (operation.operationId === route) change(operation);
    },
  };
}

/** Moves a response of a route to another status, and replaces an existing one there. */
export function withStatus(route: RouteId, from: number, to: number): Pick<Overrides, 'document'> {
  return described(route, (operation) => {
    const { [from]: response, ...others } = operation.responses;
    operation.responses = { ...others, [to]: response };
  });
}

export function refusedWith(route: RouteId, status: number): Pick<Overrides, 'document'> {
  return described(route, ({ responses }) => {
    responses[status] ??= responses['400'];
  });
}

export function withCode(code: string): Pick<Overrides, 'document'> {
  return {
    document: ({ components }) => {
      const codes = components.schemas.ErrorDetail.properties.code['x-extensible-enum'];
      if (!codes.includes(code)) codes.push(code);
    },
  };
}

export function headerRef(name: string): AnyJson {
  return { $ref: `#/components/headers/${name}` };
}
