import { routes, type Script } from '../../testing/scripted-server.ts';

/** A scenario that runs for each of two rows, with sequential and parallel requests. */
export const SUITE = `scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, DERIVED-RULE]
matrix: {n: [1, 2]}
steps:
  - {id: one, call: "GET /v1/thing?n=\${row.n}", expect: {FIRST-RULE: {status: 200}, SECOND-RULE: {body.id: "x\${row.n}"}}}
  - {id: three, call: GET /v1/thing, parallel: 3, expect: {DERIVED-RULE: {distinct: {of: status, is: 2}}}}
`;

/** With this server, the rules of the scenario pass, pass and warn. */
export const server: Script = routes({ '/v1/thing': ({ url }) => ({ json: { id: `x${url.at(-1)}` } }) });
