import { useState } from 'react'

import { wizardText } from '../../../../text/wizard.ts'
import type { DraftState } from './draft-saver.ts'

type Props = { state: DraftState; isRestored: boolean; onDiscard: () => void }

/** Announces politely whether the draft is saved. */
export function DraftNote({ state, isRestored, onDiscard }: Props) {
  const { draft: text } = wizardText
  const [isDiscarding, setDiscarding] = useState(false)
  const discard = () => {
    setDiscarding(true)
    onDiscard()
  }
  return (
    <div
      className={`mb-2 flex max-w-2xl justify-between gap-3 text-sm text-muted ${getHeight(isRestored)}`}
    >
      <output className="py-1">
        {state === 'idle' ? isRestored && text.restored : text[state]}
      </output>
      {isRestored && (
        <button
          type="button"
          disabled={isDiscarding}
          onClick={discard}
          className="link shrink-0 self-start py-1"
        >
          {text.discard}
        </button>
      )}
    </div>
  )
}

/** Reserves the height of the longest text, so that the layout does not shift. */
function getHeight(isRestored: boolean): string {
  return isRestored ? 'min-h-13 sm:min-h-8' : 'min-h-8'
}
