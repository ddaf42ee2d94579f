import type { Supporter, Supporters } from '#shared/supporter.ts'

import { ActionForm } from '../../forms/action-form.tsx'
import type { FormResult } from '../../forms/form-values.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { supportersText } from '../../text/supporters.ts'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'

type Rights = Pick<Supporters, 'canHide' | 'canPublish' | 'canReply'>
type Props = { supporter: Supporter; rights: Rights; result: FormResult | undefined }

const loadReplySchema = async () => ({
  schema: (await import('../../forms/public-schemas.ts')).replySchema,
})

/** Every reader may report words, and the organiser may answer them once. */
export function SupporterActions({ supporter, rights, result }: Props) {
  const text = supportersText
  const { id, words, isWaiting, reply } = supporter
  const own = result?.values['supporter'] === id ? result : undefined
  const { canHide, canPublish, canReply } = rights
  return (
    <>
      {words !== null && (
        <form method="post" className="mt-2 flex flex-wrap gap-2 print:hidden">
          <input type="hidden" name="supporter" value={id} />
          {!canHide && <Press name="reports">{text.report}</Press>}
          {canHide && <Press name="hide">{text.hide}</Press>}
          {canPublish && isWaiting && <Press name="publish">{text.publish}</Press>}
        </form>
      )}
      {canReply && reply === null && (
        <details className="mt-2" open={own !== undefined}>
          <summary className="py-2 text-sm">{text.answer}</summary>
          <ActionForm result={own} loadSchema={loadReplySchema}>
            {(field) => (
              <>
                <input type="hidden" name="supporter" value={id} />
                <input type="hidden" name="what" value="reply" />
                <TextAreaField
                  {...field('reply')}
                  label={text.answer}
                  hint={text.answerHint}
                  rows={2}
                  maxLength={500}
                  required
                />
                <SubmitButton wait={own}>{text.sendAnswer}</SubmitButton>
              </>
            )}
          </ActionForm>
        </details>
      )}
    </>
  )
}

function Press({ name, children }: { name: string; children: string }) {
  return (
    <button
      type="submit"
      name="what"
      value={name}
      className="link min-h-11 min-w-11 text-sm text-muted"
    >
      {children}
    </button>
  )
}
