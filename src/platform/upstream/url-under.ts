/** The URL of `path`, which begins with a slash, below `base`, whose own path may end with one. */
export function joinUrl(base: URL, path: string): URL {
  return new URL(base.href.replace(/\/$/, '') + path)
}
