import type { CampaignUpdates } from '#shared/campaign-update.ts'

import { ActionForm } from '../../../forms/action-form.tsx'
import type { FormResult } from '../../../forms/form-values.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { updatesPath } from '../../../navigation/paths.ts'
import { followText } from '../../../text/follow.ts'
import { Field } from '../../../ui/fields/field.tsx'

const loadAddress = async () => ({
  schema: (await import('../../../forms/public-schemas.ts')).followFormSchema,
})
const loadNothing = async () => ({
  schema: (await import('../../../forms/public-schemas.ts')).noFieldsSchema,
})

type Props = {
  page: Pick<CampaignUpdates, 'isFollowing' | 'canWrite'>
  slug: string
  result?: FormResult | undefined
  isSent?: boolean
}

/** On the page of the updates. Works without script. */
export function FollowForm({ page, slug, result, isSent = false }: Props) {
  const text = followText
  const { isFollowing } = page
  if (page.canWrite) return null
  return (
    <section aria-labelledby="follow" className="card space-y-3 p-5">
      <h2 id="follow" className="text-lg font-bold">
        {text.title}
      </h2>
      {isSent && <output className="block font-semibold">{text.sent}</output>}
      {isFollowing === null ? (
        !isSent && <AddressForm slug={slug} result={result} />
      ) : (
        <ActionForm action={updatesPath(slug)} result={result} loadSchema={loadNothing}>
          {() => (
            <>
              <p>{isFollowing ? text.following : text.intro}</p>
              <SubmitButton
                wait={result}
                name="what"
                value={isFollowing ? 'unfollow' : 'follow'}
                variant="quiet"
                className="w-full sm:w-auto"
              >
                {isFollowing ? text.unfollow : text.follow}
              </SubmitButton>
            </>
          )}
        </ActionForm>
      )}
    </section>
  )
}

function AddressForm({ slug, result }: Pick<Props, 'slug' | 'result'>) {
  const text = followText
  return (
    <ActionForm action={updatesPath(slug)} result={result} loadSchema={loadAddress}>
      {(field) => (
        <>
          <input type="hidden" name="what" value="follow-link" />
          <p>{text.intro}</p>
          <Field
            label={text.email}
            {...field('email')}
            type="email"
            autoComplete="email"
            required
          />
          <SubmitButton wait={result} variant="quiet" className="w-full sm:w-auto">
            {text.send}
          </SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
