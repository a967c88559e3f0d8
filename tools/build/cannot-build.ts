/** The packages that build are not installed, as in a production install without development packages, or the project's folder cannot be written. */
export class CannotBuild extends Error {}
