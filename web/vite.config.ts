import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** What every page needs, in one file: split by what shares what, it is a dozen, and 10 kB more over the line. */
const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/
const SHARED = /vite[\\/]preload-helper|web[\\/]app[\\/](?:api|visit|format|components[\\/](?:icon|frame))[\\/.]/
/** Of the back office, whose many small files every page would name in its manifest. Charts are apart: few of its pages have any. */
const MANTINE = /node_modules[\\/]@mantine[\\/](?!charts)/
const BACK_OFFICE = /web[\\/]app[\\/]admin[\\/](?:editing|frame|kit|lists)[\\/]/

/** The editor of alerts is also on a page that runs no scripts: what the others load is one file. */
const SUBSCRIBE = /web[\\/]app[\\/]components[\\/]subscribe[\\/]/

/** Styles stay with the modules that bring them, in their order. */
const isScript = (id: string): boolean => !/\.css(?:$|\?)/.test(id)

const groups = [
  { name: 'framework', test: (id: string) => isScript(id) && (FRAMEWORK.test(id) || SHARED.test(id)) },
  { name: 'subscribe', test: (id: string) => isScript(id) && SUBSCRIBE.test(id) },
  { name: 'mantine', test: (id: string) => isScript(id) && MANTINE.test(id) },
  { name: 'back-office', test: (id: string) => isScript(id) && BACK_OFFICE.test(id), minShareCount: 2 },
]

/** One letter beyond Latin makes V8 keep two bytes for each of a file's millions; escapes are the same text to whoever runs it. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk')
        file.code = file.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

/**
 * The pages: `build/client` is what browsers load, `build/server/index.js` renders. Everything is bundled into them, so that a running
 * service needs no package of the web.
 */
export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
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
