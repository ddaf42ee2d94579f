/** The name and the default of a value that loaders read from their context. */
export type ContextKey<Value> = { readonly fallback: Value }

export const contextKey = <Value>(fallback: Value): ContextKey<Value> => ({ fallback })

/** Values of one navigation or request, such as the API that its loaders call. */
export class RequestContext {
  readonly #values = new Map<ContextKey<unknown>, unknown>()

  get<Value>(key: ContextKey<Value>): Value {
    return this.#values.has(key) ? (this.#values.get(key) as Value) : key.fallback
  }

  set<Value>(key: ContextKey<Value>, value: Value): void {
    this.#values.set(key, value)
  }
}
