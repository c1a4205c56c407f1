import { describe, expect, it } from 'vitest';
import { containerProblem, onlyPort } from './container.ts';

// Tests that need no container engine. The others are in lab/container-check/container-check.mjs.

describe('The port of an image', () => {
  it.each([
    [['4010/tcp'], 4010],
    [['4010'], 4010],
    [['53/udp', '8080/tcp'], 8080],
    [['80/tcp', '443/tcp'], null],
    [[], null],
  ])('that exposes %j is %s', (exposed, port) => {
    expect(onlyPort(exposed)).toBe(port);
  });
});

describe('A container that cannot start', () => {
  it.each([
    ['Could not find a working container runtime strategy', 'no Docker engine answers; start one, or set DOCKER_HOST'],
    ['dial tcp: lookup registry-1.docker.io: no such host', 'no registry can be reached; build it first'],
    ['(HTTP code 404) no such image: a:b', 'the image exists neither locally nor in its registry'],
  ])('because of "%s" is explained', (message, problem) => {
    expect(containerProblem(message)).toContain(problem);
  });

  it('for another reason is not explained', () => {
    expect(containerProblem('URL /v1/usage not accessible after 60000ms')).toBeNull();
  });
});
