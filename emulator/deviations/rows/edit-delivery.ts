import type { Overrides } from '../deviation.ts';
import { event } from '../posts.ts';
import { scopeOf } from './functions.ts';
import { lowered, spelled } from './headers.ts';
import { withAll, worldNames } from './names.ts';
import { compileEdit } from './parts.ts';
import type { Step } from './row.ts';

type Parts = {
  url: string;
  header: Record<string, unknown>;
  body: unknown;
  follows_redirect: boolean | undefined;
  takes_interim: boolean | undefined;
};

/** Edits the deliveries that a step selects; a changed event is signed again. */
export function deliveryEdit(step: Step): NonNullable<Overrides['delivery']> {
  const edit = compileEdit(step);
  return (request, facts) => {
    const { delivery, endpoint, event: about, secrets, unixSeconds, world } = facts;
    const siblings = () => [...world.state.deliveries.values()].filter((one) => one.event === delivery.event);
    const body: unknown = JSON.parse(request.body);
    const own = {
      delivery,
      endpoint,
      event: about,
      secrets,
      second: unixSeconds,
      attempt: delivery.attempts.length + 1,
      content: request.body,
      header: lowered(request.headers),
      before: body,
      body,
      get siblings() {
        return siblings();
      },
    };
    const scope = scopeOf(facts, withAll(worldNames(facts), own));
    if (!edit.holds(scope)) return request;
    const parts: Parts = {
      url: request.url,
      header: lowered(request.headers),
      body,
      follows_redirect: request.followsRedirect,
      takes_interim: request.takesInterim,
    };
    const { url, header, body: changed, follows_redirect, takes_interim } = edit.change(parts, scope);
    edit.remember(scope, facts);
    const sent = event(() => changed).delivery?.(request, facts) ?? request;
    const headers = { ...sent.headers, ...changedHeaders(request.headers, spelled(header, request.headers)) };
    return {
      ...{ ...sent, url, headers },
      ...(follows_redirect !== undefined && { followsRedirect: follows_redirect }),
      ...(takes_interim !== undefined && { takesInterim: takes_interim }),
    };
  };
}

function changedHeaders(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}
