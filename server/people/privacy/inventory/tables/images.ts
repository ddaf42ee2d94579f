import { deleteRows, ownUid, personal, runCode, toList, type TableEntry } from '../entries/entry.ts'
import { byUid } from '../entries/rows.ts'

const inFiles = { leftOut: 'The picture itself is shown with the campaign.' }

/** Pictures, and comparisons of pictures and texts. */
export const imageTables = {
  image: {
    purpose: 'Serve pictures in several sizes',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['visitors', 'the bucket or the content store, if hosted'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'id width height size_bytes created_at': 'Digest of the picture, and facts about it',
      'dhash placeholder': personal('Rough shapes and colours of the picture', inFiles),
    },
  },
  image_upload: {
    purpose: 'Know who may use a picture',
    basis: 'contract',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    exports: [toList('images', byUid('owner_uid'), 'created_at image_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: { owner_uid: ownUid(), 'image_id created_at': 'Picture and time' },
  },
  hosted_image: {
    purpose: 'Find a picture in the hosted store',
    basis: 'contract',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      id: 'Digest of the picture',
      asset_id: personal('Name of the picture in the hosted store', inFiles),
    },
  },
  image_fingerprint: {
    purpose: 'Show reviewers campaigns with the same pictures',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'campaign_id image_id': 'Campaign and picture',
      'dhash band_0 band_1 band_2 band_3': personal('Rough shapes of the picture', inFiles),
    },
  },
  text_fingerprint: {
    purpose: 'Show reviewers campaigns with the same texts',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      campaign_id: 'Campaign',
      fingerprint: personal('Hash of three words', { leftOut: 'Nothing can be read from it.' }),
    },
  },
} satisfies Record<string, TableEntry>
