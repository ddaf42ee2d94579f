import type { Supporter, Supporters } from '#shared/supporter.ts'

import { ActionForm, OneButtonForm } from '../../../forms/action-form.tsx'
import type { FormResult } from '../../../forms/form-result.ts'

import { SubmitButton } from '../../../forms/submit-button.tsx'
import { supportersText } from '../../../text/supporters.ts'
import { TextAreaField } from '../../../ui/fields.tsx'

type Rights = Pick<Supporters, 'canHide' | 'canPublish' | 'canReply'>
type Props = { supporter: Supporter; rights: Rights; result: FormResult | undefined }

const loadReplySchema = async () => ({
  schema: (await import('../../../forms/public-schemas.ts')).replySchema,
})

/** Every reader may report words, and the organiser may answer them once. */
export function SupporterActions({ supporter, rights, result }: Props) {
  const text = supportersText
  const { id, words, isWaiting, reply } = supporter
  const findResult = (what: string) =>
    result?.values['supporter'] === id && result.values['what'] === what ? result : undefined
  const refused = findResult('reply')
  return (
    <>
      {words !== null && (
        <div className="mt-2 flex flex-wrap gap-2 print:hidden">
          {listActions(rights, isWaiting).map((what) => (
            <OneButtonForm
              key={what}
              result={findResult(what)}
              values={{ supporter: id, what }}
              variant="quiet"
            >
              {text[what]}
            </OneButtonForm>
          ))}
        </div>
      )}
      {rights.canReply && reply === null && (
        <details className="mt-2" open={refused !== undefined}>
          <summary className="py-2 text-sm">{text.answer}</summary>
          <ActionForm result={refused} loadSchema={loadReplySchema}>
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
                <SubmitButton wait={refused}>{text.sendAnswer}</SubmitButton>
              </>
            )}
          </ActionForm>
        </details>
      )}
    </>
  )
}

/** What the reader may do with words. */
function listActions({ canHide, canPublish }: Rights, isWaiting: boolean) {
  if (!canHide) return ['reports'] as const
  return canPublish && isWaiting ? (['hide', 'publish'] as const) : (['hide'] as const)
}
