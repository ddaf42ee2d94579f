import { useState } from 'react'

import { wizardText } from '../../../text/wizard.ts'
import type { DraftState } from './draft-saver.ts'

type Props = { state: DraftState; restored: boolean; onDiscard: () => void }

/** Says quietly whether what was typed is kept. */
export function DraftNote({ state, restored, onDiscard }: Props) {
  const { draft: text } = wizardText
  const [discarding, setDiscarding] = useState(false)
  const discard = () => {
    setDiscarding(true)
    onDiscard()
  }
  return (
    <div
      className={`mb-2 flex max-w-2xl justify-between gap-3 text-sm text-muted ${room(restored)}`}
    >
      <output className="py-1">{state === 'idle' ? restored && text.restored : text[state]}</output>
      {restored && (
        <button
          type="button"
          disabled={discarding}
          onClick={discard}
          className="link shrink-0 self-start py-1"
        >
          {text.discard}
        </button>
      )}
    </div>
  )
}

/** For the longest of what it says; the button has a place of its own. Nothing moves when the words change. */
function room(restored: boolean): string {
  return restored ? 'min-h-13 sm:min-h-8' : 'min-h-8'
}
