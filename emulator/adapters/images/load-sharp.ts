type Sharp = typeof import('sharp')['default'];

let loading: Promise<Sharp> | null = null;

/** Sharp is loaded when the first image comes: a process that needs none starts faster. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then((module) => module.default);
  return loading;
}
