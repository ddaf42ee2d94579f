/** What a process gets from the environment of the tests. It gets the settings of Ajo from its test alone. */
export const processEnv = {
  PATH: process.env.PATH,
  /** Set by `npm test`, so that a server compiles its modules once. */
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
