import type { FirstKeys } from '#boot/first-start.ts';
import type { Environment } from '#lib/environment.ts';
import { joinLink } from '#members/new-invitation.ts';

/** What the very first start prints: addresses, keys, and three calls that work as they stand. */
export function firstStartText(baseUrls: Record<Environment, string>, keys: FirstKeys): string {
  const { secret, knowledgeBaseId } = keys.sandbox;
  const base = `${baseUrls.sandbox}/v1`;
  const json = `-H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json'`;
  return `
Footnote is ready.

  Live      ${baseUrls.live}
  Sandbox   ${baseUrls.sandbox}

Make your account, the owner's, by this link. It works once, for seven days (later: npm run -s footnote -- accounts invite --role owner):

  ${joinLink(baseUrls.live, keys.ownerToken)}

The first admin keys, shown this once (make more with: npm run -s footnote -- keys create --help):

  Live      ${keys.live.secret}
  Sandbox   ${secret}

Three calls to begin with, in the sandbox. Add a text and wait until it is indexed:

SOURCE=$(curl -s ${base}/knowledge-base/sources ${json} -d '{"type":"text","name":"Opening hours","content":"The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under twelve enter free. The museum café closes half an hour earlier."}' | grep -o 'src_[0-9a-z]*' | head -n 1); curl -s "${base}/knowledge-base/sources/$SOURCE?wait=30" ${json.split(' -H ')[0]}

Search it:

curl -s ${base}/query ${json} -d '{"query":"How much is a ticket?","limit":1}'

Create an agent and chat with it:

AGENT=$(curl -s ${base}/agents ${json} -d '{"name":"Guide","knowledge_base_ids":["${knowledgeBaseId}"]}' | grep -o 'agt_[0-9a-z]*' | head -n 1); curl -s ${base}/agents/$AGENT/chat ${json} -d '{"message":"What does a ticket cost?"}'

`;
}

/** What later starts say while nobody can sign in: the link of the first start is kept nowhere. */
export const NO_ACCOUNTS_TEXT = `Nobody has an account yet. A link to make the owner's: npm run -s footnote -- accounts invite --role owner
`;
