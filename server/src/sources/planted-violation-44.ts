import '#webhooks/deliver-event.ts';
