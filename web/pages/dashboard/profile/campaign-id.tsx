import { Copy } from 'lucide-react'

import { profileText } from '../../../text/profile.ts'
import { copyText } from '../../../ui/toasts/copy-text.ts'

/** The id of a campaign, with a button that copies it. Positioned, so that the link of the card does not cover it. */
export function CampaignId({ id }: { id: string }) {
  const { id: text } = profileText
  return (
    <div className="relative flex items-center justify-between gap-2 border-t border-line pt-2 text-sm text-muted">
      <p className="code min-w-0 wrap-anywhere select-text">
        {text.label} {id}
      </p>
      <button
        type="button"
        aria-label={text.copy(id)}
        title={text.copyShort}
        onClick={() => void copyText(id, text)}
        className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 hover:bg-mint hover:text-on-mint"
      >
        <Copy aria-hidden="true" size={16} />
      </button>
    </div>
  )
}
