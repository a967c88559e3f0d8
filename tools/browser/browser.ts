import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { type UnpackOptions, unpackedBrowser } from './unpack.ts'

/** Not the package's own: they make one process of the browser, which ends with its first page, or read the program anew for each page's. */
const BROWSER_ARGS = ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu', '--disable-dev-shm-usage']

/** As people send it: a browser without a window calls itself one, and is taken for a crawler. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

/**
 * Starts the browser that its npm package carries, with arguments besides its usual ones. The machine needs none, nor its libraries or fonts.
 * The caller closes it.
 * @throws Error with what the browser said when it does not start either after it was unpacked again
 */
export async function launchBrowser(args: readonly string[] = [], options: UnpackOptions = {}): Promise<Browser> {
  const folder = await unpackedBrowser(options)
  try {
    return await launch(folder, args)
  } catch {
    // Its files have their sizes, but what is in them may be damaged.
    return await launch(await unpackedBrowser({ ...options, again: true }), args)
  }
}

function launch(folder: string, args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...BROWSER_ARGS, ...args],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      HOME: join(folder, 'home'),
    },
  })
}
