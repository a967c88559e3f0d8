// Starts Swagger UI, whose bundle is deferred like this module. The page has its own heading and introduction, so only the operations and
// schemas are shown.
const { theme } = document.documentElement.dataset
const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
document.documentElement.classList.toggle('dark-mode', isDark)

/** Without the link inside the button that opens an operation, where screen readers do not find it. */
const plainText = () => ({ text }) => text

function reference({ React: { createElement: h } }) {
  function Layout({ getComponent }) {
    const parts = ['errors', 'FilterContainer', 'operations', 'Models'].map((name) => h(getComponent(name, true), { key: name }))
    return h('div', { className: 'swagger-ui' }, parts)
  }
  return { components: { Layout }, wrapComponents: { DeepLink: plainText } }
}

/** Swagger UI names no select, and its scrolling code cannot be reached by keyboard. */
const root = document.getElementById('reference')
new MutationObserver(() => {
  for (const select of root.querySelectorAll('select:not([aria-label])'))
    select.ariaLabel = select.closest('[data-param-name]')?.dataset.paramName ?? 'Variant'
  for (const code of root.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0
}).observe(root, { childList: true, subtree: true })

globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  layout: 'Layout',
  plugins: [reference],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { activated: false },
  tryItOutEnabled: true,
})
