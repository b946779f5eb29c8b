import type { FirstKeys } from '#boot/first-start.ts';
import { COMMAND } from '#config/command-name.ts';
import type { Environment } from '#lib/environment.ts';
import { joinLink } from '#members/new-invitation.ts';

/** Printed by the very first start: URLs, keys, and three calls to copy. */
export function firstStartText(baseUrls: Record<Environment, string>, keys: FirstKeys): string {
  const { secret, knowledgeBaseId } = keys.sandbox;
  const base = `${baseUrls.sandbox}/v1`;
  const json = `-H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json'`;
  return `
Footnote is ready.

  Live      ${baseUrls.live}
  Sandbox   ${baseUrls.sandbox}

Create your account as the owner. The link works once, for seven days (for another: ${COMMAND} accounts invite --role owner):

  ${joinLink(baseUrls.live, keys.ownerToken)}

Your first admin keys, shown only now (for more: ${COMMAND} keys create --help):

  Live      ${keys.live.secret}
  Sandbox   ${secret}

Three calls to try in the sandbox. Add a text and wait until it is indexed:

SOURCE=$(curl -s ${base}/knowledge-base/sources ${json} -d '{"type":"text","name":"Opening hours","content":"The museum is open from Tuesday to Sunday, 10 am to 6 pm. A ticket costs 12 euros; children under twelve enter free. The museum café closes half an hour earlier."}' | grep -o 'src_[0-9a-z]*' | head -n 1); curl -s "${base}/knowledge-base/sources/$SOURCE?wait=30" ${json.split(' -H ')[0]}

Search it:

curl -s ${base}/query ${json} -d '{"query":"How much is a ticket?","limit":1}'

Create an agent and chat with it:

AGENT=$(curl -s ${base}/agents ${json} -d '{"name":"Guide","knowledge_base_ids":["${knowledgeBaseId}"]}' | grep -o 'agt_[0-9a-z]*' | head -n 1); curl -s ${base}/agents/$AGENT/chat ${json} -d '{"message":"What does a ticket cost?"}'

`;
}

/** Printed by later starts while there is no account; the first start's link is not stored. */
export const NO_ACCOUNTS_TEXT = `There is no account yet. Get a link to create the owner's: ${COMMAND} accounts invite --role owner
`;
