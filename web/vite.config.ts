import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * The pages: `build/client` is what browsers load, `build/server/index.js` renders. Everything is bundled into them, so that a running
 * service needs no package of the web.
 */
export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      resolve: command === 'build' ? { noExternal: true } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
    },
  },
}))
