/** The packages that build are not installed: a production install without development packages. */
export class MissingBuilder extends Error {}
