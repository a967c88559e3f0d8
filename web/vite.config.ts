import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** In one file: split by what shares what, it is a dozen, and 10 kB more over the line. */
const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/

/**
 * The pages: `build/client` is what browsers load, `build/server/index.js` renders. Everything is bundled into them, so that a running
 * service needs no package of the web.
 */
export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } } } },
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      resolve: command === 'build' ? { noExternal: true } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
    },
  },
}))
