import { useSyncExternalStore } from 'react'

import { readConnection, watchConnection, type Connection } from '../api/connection.ts'
import { connectionText as text } from '../text/connection.ts'
import { classNames } from '../ui/class-names.ts'

/** Announces politely that the connection is lost, slow, or restored. */
export function ConnectionStatus() {
  const connection = useSyncExternalStore(watchConnection, readConnection, readServerConnection)
  if (connection === null) return null
  return (
    <output
      className={classNames(
        'pointer-events-none fixed inset-x-4 bottom-24 z-50 mx-auto w-fit max-w-md rounded-card text-center text-sm font-semibold sm:bottom-6',
        connection !== 'fine' && 'border border-line bg-ink px-5 py-2.5 text-cream shadow-raised',
      )}
    >
      {connection !== 'fine' && text[connection]}
    </output>
  )
}

/** The server renders nothing here, so the first render of hydration must not either. */
function readServerConnection(): Connection | null {
  return null
}
