import { Link } from 'react-router'

import { PolicyLayout } from '../../layouts/policy-layout.tsx'
import { loadPolicyValues } from '../../features/policy/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { privacy } from '../../policies/privacy.ts'
import { myDataText } from '../../text/my-data.ts'

export const loader = loadPolicyValues

export function Component() {
  return (
    <PolicyLayout policy={privacy} path={paths.privacy}>
      <p className="mt-6">
        {myDataText.policy}{' '}
        <Link to={paths.myData} className="link">
          {myDataText.title}
        </Link>
      </p>
    </PolicyLayout>
  )
}
