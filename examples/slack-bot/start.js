import { Footnote } from '@footnote/sdk';
import bolt from '@slack/bolt';
import { answerMentions } from './answer-mentions.js';

const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, FOOTNOTE_AGENT } = process.env;

// Socket mode: Slack needs no public address of yours.
const app = new bolt.App({ token: SLACK_BOT_TOKEN, appToken: SLACK_APP_TOKEN, socketMode: true });
answerMentions(app, new Footnote(), FOOTNOTE_AGENT);
await app.start();
console.log('Mention the bot in a channel to ask it something.');
