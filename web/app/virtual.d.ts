/** Made by React Router's plugin: what `ServerBuild` describes, as the exports of a module. */
declare module 'virtual:react-router/server-build'
