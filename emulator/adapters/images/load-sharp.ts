type Sharp = typeof import('sharp')['default'];

let loading: Promise<Sharp> | null = null;

/** Sharp is loaded with the first image, so that a process without images starts faster. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The library would keep 50 MB of opened pictures for later, and each is opened only once.
    sharp.cache(false);
    // Pictures are made in parallel, so more threads in libvips would only compete.
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
