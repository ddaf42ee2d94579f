import { useState } from 'react'

/** Which tab of `names` is open, remembered in local storage under `key` (specification §2: settings and profile). */
export function useRememberedTab<Name extends string>(
  key: string,
  names: readonly [Name, ...Name[]],
) {
  const [name, setName] = useState<Name>(() => remembered(key, names))
  const select = (index: number) => {
    const chosen = names[index] ?? names[0]
    setName(chosen)
    remember(key, chosen)
  }
  return { name, selected: names.indexOf(name), select }
}

function remembered<Name extends string>(key: string, names: readonly [Name, ...Name[]]): Name {
  try {
    const stored = localStorage.getItem(key)
    return names.find((name) => name === stored) ?? names[0]
  } catch {
    return names[0]
  }
}

/** A browser may refuse storage; then the tab is simply not remembered. */
function remember(key: string, name: string) {
  try {
    localStorage.setItem(key, name)
  } catch {
    return
  }
}
