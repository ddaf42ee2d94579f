import { Link } from '#web/router/link.tsx'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { privacy } from './policies/privacy.ts'
import { myDataText } from '../../text/my-data.ts'
import { myDonationsText } from '../../text/my-donations.ts'

export const loader = loadPolicyValues

export function Component() {
  return (
    <PolicyLayout policy={privacy} path={paths.privacy}>
      <p className="mt-6">
        {myDataText.policy}{' '}
        <Link to={paths.myDonations} className="link">
          {myDonationsText.title}
        </Link>
      </p>
    </PolicyLayout>
  )
}
