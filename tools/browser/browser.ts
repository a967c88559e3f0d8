import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { type UnpackOptions, unpackedBrowser } from './unpack.ts'

/**
 * Not the package's own arguments: with those the browser is one process, which ends with its first page, or loads the program anew for the
 * process of each page.
 */
const BROWSER_ARGS = ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu', '--disable-dev-shm-usage']

/** What ordinary browsers send: a headless browser names itself as one, and is taken for a crawler. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

/**
 * Starts the browser bundled in its npm package, with arguments besides its usual ones. The machine needs no browser, libraries or fonts of
 * its own. The caller closes it.
 * @throws Error with the browser's output if it does not start even after being unpacked again
 */
export async function launchBrowser(args: readonly string[] = [], options: UnpackOptions = {}): Promise<Browser> {
  const folder = await unpackedBrowser(options)
  try {
    return await launch(folder, args)
  } catch {
    // The files have the right sizes, but their contents may be damaged.
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
