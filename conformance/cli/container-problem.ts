/** Why no container can be started here, whatever the image; null for another problem. */
export function containerProblem(message: string): string | null {
  if (/container runtime/i.test(message)) return 'no Docker engine answers; start one, or set DOCKER_HOST';
  if (/no such host|registry-1|dial tcp/i.test(message))
    return 'it is not on this machine, and no registry can be reached; build it first';
  if (/no such image|not found|pull access denied|manifest unknown|404/i.test(message))
    return 'there is no such image here or in its registry; build it, or name another';
  return null;
}
