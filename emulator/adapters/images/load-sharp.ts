type Sharp = typeof import('sharp')['default'];

let loading: Promise<Sharp> | null = null;

/** Sharp is loaded with the first image, so that a process without images starts faster. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Pictures are made in parallel, so more threads in libvips would only compete.
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
