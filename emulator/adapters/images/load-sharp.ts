type Sharp = typeof import('sharp')['default'];

let loading: Promise<Sharp> | null = null;

/** Sharp is loaded with the first image, so that a process without images starts faster. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then((module) => module.default);
  return loading;
}
