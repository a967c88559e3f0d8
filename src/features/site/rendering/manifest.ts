/** The web app manifest, which browsers need to install the site. */
export function manifestOf(siteName: string) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName.slice(0, 12),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#eef2f6',
    theme_color: '#0b5cad',
    categories: ['weather'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
