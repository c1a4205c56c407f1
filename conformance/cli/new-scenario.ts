/** The template of a scenario. Lint reports what is left to be filled in. */
export function newScenario(name: string, rule: string | null): string {
  const id = rule ?? 'RULE-ID';
  return `# yaml-language-server: $schema=./node_modules/tryon-kit/scenarios/schema/scenario.schema.json
scenario: ${name}
about: what it shows, in a sentence
covers: [${id}] # every rule that is checked below
requires: {keys: [primary]} # what must be there; see also features and drivers
given: [{use: lib/submit, as: job}] # what it begins with: here a job
steps:
  - {id: read, call: "GET /v1/jobs/\${job.id}", expect: {${id}: {status: 200, body.id: "\${job.id}"}}}
finally: [{use: lib/erase, jobs: all, assets: all}] # always, also after a failure
`;
}
