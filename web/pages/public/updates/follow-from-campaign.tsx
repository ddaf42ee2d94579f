import type { CampaignUpdates } from '#shared/campaign-update.ts'

import { updatesPath } from '../../../navigation/paths.ts'
import { followText } from '../../../text/follow.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'

type Props = { page: Pick<CampaignUpdates, 'isFollowing' | 'canWrite'>; slug: string }

/** Without the checks of other forms, which the campaign page would have to load: the page of the updates answers and shows errors. */
export function FollowFromCampaign({ page, slug }: Props) {
  const text = followText
  const { isFollowing, canWrite } = page
  if (canWrite) return null
  const what = isFollowing === null ? 'follow-link' : isFollowing ? 'unfollow' : 'follow'
  return (
    <section aria-labelledby="follow" className="card p-5">
      <h2 id="follow" className="text-lg font-bold">
        {text.title}
      </h2>
      <form method="post" action={updatesPath(slug)} noValidate className="mt-3 grid gap-5">
        <input type="hidden" name="what" value={what} />
        <p>{isFollowing ? text.following : text.intro}</p>
        {/* Its room stays where the browser finds out after loading that the person needs no address. */}
        <fieldset
          disabled={isFollowing !== null}
          className={isFollowing === null ? '' : 'invisible order-last'}
        >
          <Field label={text.email} name="email" type="email" autoComplete="email" required />
        </fieldset>
        <Button type="submit" variant="quiet" className="w-full sm:w-auto">
          {isFollowing === null ? text.send : isFollowing ? text.unfollow : text.follow}
        </Button>
      </form>
    </section>
  )
}
