import { useState, useSyncExternalStore } from 'react'

import type { LocalStorageName } from '#shared/browser-storage.ts'

const neverChanges = () => () => {}

/** The open tab of `names`, stored in local storage under `key` (specification §2: settings and profile). */
export function useStoredTab<Name extends string>(
  key: LocalStorageName,
  names: readonly [Name, ...Name[]],
  /** Opens this tab instead of the stored one. */
  opened?: Name,
) {
  // The server knows no storage, and hydration must find the same page.
  const stored = useSyncExternalStore(
    neverChanges,
    () => readTab(key, names),
    () => names[0],
  )
  const [selectedName, setName] = useState(opened)
  const name = selectedName ?? stored
  const select = (index: number) => {
    const selected = names[index] ?? names[0]
    setName(selected)
    storeTab(key, selected)
  }
  return { name, selected: names.indexOf(name), select }
}

function readTab<Name extends string>(
  key: LocalStorageName,
  names: readonly [Name, ...Name[]],
): Name {
  try {
    const stored = localStorage.getItem(key)
    return names.find((name) => name === stored) ?? names[0]
  } catch {
    return names[0]
  }
}

/** Browsers may forbid storage. Then the first tab opens after a reload. */
function storeTab(key: LocalStorageName, name: string) {
  try {
    localStorage.setItem(key, name)
  } catch {
    return
  }
}
