import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** What every page needs, in one file. Split by shared use it would be a dozen files, and 10 kB more to transfer. */
const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/
/** What pages share; in browsers, only maps resolve time zones. */
const SHARED =
  /vite[\\/]preload-helper|web[\\/]app[\\/](?:api|visit|format(?![\\/]time-zone)|components[\\/](?:choice|icon|weather-icon|page-head|frame|ads|use-late|when-seen|places[\\/]saved))[\\/.]/
/** For the back office: every page's manifest would list its many small files. Charts are separate, since few of its pages have any. */
const PACKAGES = /node_modules[\\/](?:@mantine[\\/](?!charts)|@tanstack[\\/])/
const BACK_OFFICE = /web[\\/]app[\\/]admin[\\/](?:editing|frame|kit|lists)[\\/]/

/** One file for the subscription form and the alert editor. The editor is also on a page that runs no scripts, which would split them. */
const SUBSCRIBE = /web[\\/]app[\\/]components[\\/]subscribe[\\/]/

/** Styles stay with the modules that import them, in their order. */
const isScript = (id: string): boolean => !/\.css(?:$|\?)/.test(id)

const groups = [
  { name: 'framework', test: (id: string) => isScript(id) && (FRAMEWORK.test(id) || SHARED.test(id)) },
  { name: 'subscribe', test: (id: string) => isScript(id) && SUBSCRIBE.test(id) },
  { name: 'mantine', test: (id: string) => isScript(id) && PACKAGES.test(id) },
  { name: 'back-office', test: (id: string) => isScript(id) && BACK_OFFICE.test(id), minShareCount: 2 },
]

/** The class names of a file, also of `?inline`, share their end, so that they compress: Vite's own end with the line, which takes 0.4 kB of each page's scripts. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${hash('sha1', relative(import.meta.dirname, file.replace(/\?.*/, '')), 'base64url').slice(0, 4)}`

/** One character beyond Latin-1 makes V8 store each of a file's millions of characters in two bytes. Escapes mean the same text. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk')
        file.code = file.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

const OFFICE = join(import.meta.dirname, 'app/admin/')

/**
 * The back office is rendered in the browser: the server needs the titles of its pages, and what it shows while they load. Their components and
 * packages would be more than half of what the server loads.
 */
const officeInBrowser: Plugin = {
  name: 'office-in-browser',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async load(id) {
    const file = id.replace(/\?.*/, '')
    if (!file.startsWith(OFFICE) || !file.endsWith('.tsx') || file.endsWith('/browser-only.tsx')) return null
    const [meta = ''] = /^export const meta = .*$/m.exec(await readFile(file, 'utf8')) ?? []
    return `import { buildAdminMeta } from ${JSON.stringify(`${OFFICE}kit/meta.ts`)}\n${meta}\nexport default () => null`
  },
}

/**
 * The pages: `build/client` is what browsers load, `build/server/index.js` renders. Everything is bundled, so that a running service
 * needs none of the web packages.
 */
export default defineConfig(({ command }) => ({
  plugins: [officeInBrowser, reactRouter()],
  css: { modules: { generateScopedName: classNameOf } },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // Vite would find these only while a page loads, and then optimise its packages anew.
  optimizeDeps: { include: ['intl-messageformat', 'lru-cache'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      build: {
        rolldownOptions: {
          input: './app/server.ts',
          output: { minify: { mangle: { keepNames: true }, compress: true, codegen: true } },
          plugins: [asciiOnly],
        },
      },
      resolve: command === 'build' ? { noExternal: true } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
    },
  },
}))
