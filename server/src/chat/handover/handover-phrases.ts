import type { Language } from '#text/language.ts';

/** How people ask for a person, and what is said about it, by language. `asks`: sentences with `%` in place of one of
 *  `people`. `whole`: sentences that need none. `fillers`: what may stand before and behind; `please`: in the middle too. Separated by `|`, all in lower
 *  case and without marks. */
export type HandoverPhrases = {
  asks: string;
  people: string;
  whole: string;
  fillers: string;
  please: string;
  /** A person is offered. */
  offered: string;
  /** The hand-over waits for a person. */
  waiting: string;
  /** A person has taken it. */
  taken: string;
};

/** The first language of those that share a phrase answers it. */
export const HANDOVER_PHRASES: Partial<Record<Language, HandoverPhrases>> & { en: HandoverPhrases } = {
  en: {
    asks: 'can i talk to %|can i speak to %|can i speak with %|can i talk with %|can i chat with %|could i talk to %|could i speak to %|could i speak with %|may i speak to %|may i speak with %|i want to talk to %|i want to speak to %|i want to speak with %|i want to talk with %|i want to chat with %|i would like to talk to %|i would like to speak to %|i would like to speak with %|id like to talk to %|id like to speak to %|id like to speak with %|id like to talk with %|i need to talk to %|i need to speak to %|i need to speak with %|let me talk to %|let me speak to %|let me speak with %|talk to %|speak to %|speak with %|chat with %|connect me to %|connect me with %|can you connect me to %|can you connect me with %|could you connect me to %|could you connect me with %|transfer me to %|can you transfer me to %|put me through to %|forward me to %|hand me over to %|pass me to %|how can i talk to %|how do i talk to %|how can i speak to %|how do i speak to %|is there % i can talk to|is there % i can speak to|is there % i can speak with|is there % to talk to',
    people:
      'a human|human|a human being|a person|a real person|a real human|an actual person|an actual human|a live person|a human agent|a live agent|an agent|an operator|a representative|a rep|a support agent|a support person|a customer service representative|someone|somebody|someone real|a member of staff|a member of your team|your team|the team|an employee|support|customer support|customer service|someone from support|someone from your team|somebody from your team',
    whole:
      'i want a human|i need a human|i want a person|i need a person|i want a real person|i need a real person|get me a human|get me a person|get me a real person|give me a human|give me a person|human|human please|a human please|real person|real person please|a real person please|live agent|live agent please|human agent|human agent please|operator please|representative please|agent please|can someone call me|can somebody call me|please call me|call me back|i need help from support|i need help from a human|i need help from a person|not a bot|i dont want to talk to a bot|i dont want to talk to a robot|is anyone there|is there a human there',
    fillers:
      'please|hi|hello|hey|ok|okay|now|right now|instead|here|thanks|thank you|sorry|no|yes|directly|in person',
    please: 'please',
    offered: 'A person can take over here. Leave your contact details and they will get back to you.',
    waiting: 'Your request has been passed on. A person will answer you.',
    taken: 'A person has taken over this conversation and will answer you.',
  },
  de: {
    asks: 'ich möchte mit % sprechen|ich möchte mit % reden|ich möchte mit % chatten|ich will mit % sprechen|ich will mit % reden|ich würde gerne mit % sprechen|ich würde gern mit % sprechen|ich würde gerne mit % reden|ich muss mit % sprechen|kann ich mit % sprechen|kann ich mit % reden|kann ich mit % chatten|könnte ich mit % sprechen|darf ich mit % sprechen|mit % sprechen|mit % reden|verbinden sie mich mit %|können sie mich mit % verbinden|kannst du mich mit % verbinden|verbinde mich mit %|wie kann ich mit % sprechen',
    people:
      'einem menschen|einem echten menschen|einem richtigen menschen|einer person|einer echten person|jemandem|jemand|jemandem vom support|einem mitarbeiter|einer mitarbeiterin|einem berater|einer beraterin|einem kundenberater|dem support|dem kundenservice|dem kundendienst|ihrem team|eurem team|einem ansprechpartner|einem menschlichen mitarbeiter',
    whole:
      'mensch bitte|einen menschen bitte|ich möchte einen menschen|ich will einen menschen|ich brauche einen menschen|ich will nicht mit einem bot sprechen|ich will nicht mit einem bot reden|mitarbeiter bitte|einen mitarbeiter bitte|ich möchte einen mitarbeiter sprechen|kann ich einen mitarbeiter sprechen|gibt es jemanden mit dem ich sprechen kann|ist da jemand',
    fillers: 'bitte|hallo|guten tag|ok|okay|jetzt|lieber|hier|danke|nein|ja|direkt|persönlich|doch',
    please: 'bitte',
    offered:
      'Ein Mensch kann hier übernehmen. Hinterlassen Sie Ihre Kontaktdaten, dann meldet sich jemand bei Ihnen.',
    waiting: 'Ihre Anfrage ist weitergegeben. Ein Mensch wird Ihnen antworten.',
    taken: 'Ein Mensch hat dieses Gespräch übernommen und wird Ihnen antworten.',
  },
  fr: {
    asks: 'je veux parler à %|je voudrais parler à %|jaimerais parler à %|je souhaite parler à %|je souhaiterais parler à %|puis je parler à %|est ce que je peux parler à %|pourrais je parler à %|je peux parler à %|parler à %|mettez moi en relation avec %|pouvez vous me mettre en relation avec %|je veux parler avec %|je voudrais parler avec %|puis je parler avec %|comment puis je parler à %|comment parler à %',
    people:
      'un humain|un être humain|une personne|une vraie personne|une personne réelle|quelquun|un conseiller|une conseillère|un agent|un opérateur|un employé|un responsable|le support|le service client|votre équipe',
    whole:
      'un humain sil vous plaît|un humain svp|un conseiller sil vous plaît|je veux un humain|je ne veux pas parler à un robot|il y a quelquun',
    fillers: 'sil vous plaît|sil te plaît|svp|bonjour|ok|maintenant|ici|merci|non|oui|directement|plutôt',
    please: 'sil vous plaît',
    offered: 'Une personne peut prendre le relais. Laissez vos coordonnées et quelqu’un vous répondra.',
    waiting: 'Votre demande a été transmise. Une personne vous répondra.',
    taken: 'Une personne a pris le relais de cette conversation et vous répondra.',
  },
  es: {
    asks: 'quiero hablar con %|quisiera hablar con %|me gustaría hablar con %|necesito hablar con %|deseo hablar con %|puedo hablar con %|podría hablar con %|se puede hablar con %|hablar con %|páseme con %|pásame con %|póngame con %|me puede pasar con %|me puedes pasar con %|comuníqueme con %|cómo puedo hablar con %',
    people:
      'un humano|un ser humano|una persona|una persona real|una persona de verdad|alguien|un agente|una agente|un operador|una operadora|un asesor|una asesora|un representante|un empleado|soporte|el soporte|atención al cliente|el servicio de atención al cliente|su equipo',
    whole:
      'un humano por favor|una persona por favor|un agente por favor|quiero un humano|no quiero hablar con un robot|no quiero hablar con un bot|hay alguien ahí',
    fillers: 'por favor|hola|buenos días|ok|vale|ahora|aquí|gracias|no|sí|directamente|mejor',
    please: 'por favor',
    offered: 'Una persona puede continuar. Deje sus datos de contacto y alguien le responderá.',
    waiting: 'Su solicitud ya está en manos del equipo. Una persona le responderá.',
    taken: 'Una persona se ha hecho cargo de esta conversación y le responderá.',
  },
  it: {
    asks: 'voglio parlare con %|vorrei parlare con %|mi piacerebbe parlare con %|ho bisogno di parlare con %|devo parlare con %|posso parlare con %|potrei parlare con %|è possibile parlare con %|parlare con %|mi passi %|mi può passare %|mi metta in contatto con %|come posso parlare con %',
    people:
      'un umano|un essere umano|una persona|una persona reale|una persona vera|qualcuno|un operatore|unoperatrice|un consulente|un addetto|un agente|lassistenza|il servizio clienti|il vostro team',
    whole:
      'un umano per favore|una persona per favore|un operatore per favore|operatore per favore|voglio un umano|non voglio parlare con un robot|non voglio parlare con un bot|cè qualcuno',
    fillers: 'per favore|per piacere|ciao|buongiorno|ok|ora|adesso|qui|grazie|no|sì|direttamente',
    please: 'per favore',
    offered: 'Una persona può continuare qui. Lasci i suoi recapiti e qualcuno le risponderà.',
    waiting: 'La sua richiesta è stata inoltrata. Una persona le risponderà.',
    taken: 'Una persona ha preso in carico questa conversazione e le risponderà.',
  },
  pt: {
    asks: 'quero falar com %|queria falar com %|gostaria de falar com %|preciso falar com %|preciso de falar com %|posso falar com %|poderia falar com %|dá para falar com %|falar com %|me passe para %|pode me passar para %|me transfira para %|me conecte com %|como posso falar com %|como falo com %',
    people:
      'um humano|um ser humano|uma pessoa|uma pessoa real|uma pessoa de verdade|alguém|um atendente|uma atendente|um agente|um operador|um representante|um funcionário|o suporte|o atendimento|o serviço de apoio ao cliente|a sua equipe|a vossa equipa',
    whole:
      'um humano por favor|uma pessoa por favor|atendente por favor|um atendente por favor|quero um humano|não quero falar com um robô|tem alguém aí',
    fillers: 'por favor|olá|oi|bom dia|ok|agora|aqui|obrigado|obrigada|não|sim|diretamente',
    please: 'por favor',
    offered: 'Uma pessoa pode continuar aqui. Deixe o seu contacto e alguém lhe responderá.',
    waiting: 'O seu pedido foi encaminhado. Uma pessoa vai responder.',
    taken: 'Uma pessoa assumiu esta conversa e vai responder.',
  },
  nl: {
    asks: 'ik wil met % praten|ik wil met % spreken|ik wil graag met % praten|ik wil graag met % spreken|ik zou graag met % praten|ik zou graag met % spreken|ik wil % spreken|ik wil graag % spreken|kan ik met % praten|kan ik met % spreken|kan ik % spreken|mag ik met % praten|mag ik met % spreken|mag ik % spreken|met % praten|met % spreken|verbind me door met %|verbind mij door met %|kunt u mij doorverbinden met %|kun je me doorverbinden met %|hoe kan ik met % praten|hoe kan ik met % spreken',
    people:
      'een mens|een echt mens|een persoon|een echte persoon|iemand|een medewerker|een echte medewerker|een collega|een agent|de klantenservice|de helpdesk|support|jullie team|uw team',
    whole:
      'een mens graag|een mens alstublieft|medewerker graag|een medewerker graag|ik wil een mens|ik wil niet met een bot praten|ik wil niet met een robot praten|is daar iemand',
    fillers: 'alstublieft|alsjeblieft|aub|graag|hallo|hoi|ok|oké|nu|liever|hier|bedankt|nee|ja|direct',
    please: 'alstublieft',
    offered: 'Een medewerker kan het hier overnemen. Laat uw contactgegevens achter, dan krijgt u antwoord.',
    waiting: 'Uw verzoek is doorgegeven. Een medewerker zal u antwoorden.',
    taken: 'Een medewerker heeft dit gesprek overgenomen en zal u antwoorden.',
  },
  pl: {
    asks: 'chcę porozmawiać z %|chcę rozmawiać z %|chciałbym porozmawiać z %|chciałabym porozmawiać z %|chciałbym rozmawiać z %|chciałabym rozmawiać z %|potrzebuję porozmawiać z %|muszę porozmawiać z %|czy mogę porozmawiać z %|czy mogę rozmawiać z %|mogę porozmawiać z %|czy można porozmawiać z %|proszę połączyć mnie z %|proszę o połączenie z %|połącz mnie z %|rozmowa z %|jak mogę porozmawiać z %',
    people:
      'człowiekiem|żywym człowiekiem|prawdziwym człowiekiem|osobą|prawdziwą osobą|kimś|konsultantem|konsultantką|pracownikiem|doradcą|operatorem|obsługą klienta|działem obsługi klienta|pomocą techniczną',
    whole: 'konsultant proszę|proszę o konsultanta|człowiek proszę|nie chcę rozmawiać z botem|jest tam ktoś',
    fillers: 'proszę|cześć|dzień dobry|ok|teraz|tutaj|dziękuję|nie|tak|bezpośrednio',
    please: 'proszę',
    offered: 'Rozmowę może przejąć człowiek. Zostaw dane kontaktowe, a ktoś się odezwie.',
    waiting: 'Prośba została przekazana. Odpowie na nią człowiek.',
    taken: 'Tę rozmowę przejął człowiek i wkrótce odpowie.',
  },
  ru: {
    asks: 'я хочу поговорить с %|хочу поговорить с %|я хотел бы поговорить с %|я хотела бы поговорить с %|хотел бы поговорить с %|хотела бы поговорить с %|мне нужно поговорить с %|можно поговорить с %|могу я поговорить с %|можно ли поговорить с %|могу ли я поговорить с %|поговорить с %|соедините меня с %|соедините с %|свяжите меня с %|переключите на %|переведите на %|позовите %|как поговорить с %',
    people:
      'человеком|живым человеком|реальным человеком|настоящим человеком|кем нибудь|оператором|живым оператором|сотрудником|специалистом|менеджером|консультантом|поддержкой|службой поддержки|оператора|человека|живого человека|сотрудника|менеджера',
    whole:
      'оператор|оператор пожалуйста|нужен оператор|нужен человек|мне нужен человек|мне нужен оператор|живой человек|я не хочу говорить с ботом|есть кто живой',
    fillers:
      'пожалуйста|здравствуйте|привет|добрый день|ок|хорошо|сейчас|здесь|спасибо|нет|да|напрямую|лучше',
    please: 'пожалуйста',
    offered: 'Разговор может продолжить человек. Оставьте контактные данные, и вам ответят.',
    waiting: 'Ваш запрос передан. Вам ответит человек.',
    taken: 'К этому разговору подключился человек, он вам ответит.',
  },
  zh: {
    asks: '我想和%说话|我想跟%说话|我想和%聊|我想跟%聊|我想和%交谈|我想跟%交谈|我要和%说话|我要跟%说话|可以和%说话吗|可以跟%说话吗|能和%说话吗|能跟%说话吗|我可以和%说话吗|我可以跟%说话吗|我能和%说话吗|我能跟%说话吗|我想联系%|我要找%|我想找%|找%|转%|请转%|帮我转%|转接%|请转接%|帮我转接%|我要转%|我要%|我需要%|接%|有没有%|有%吗|可以转%吗|能转%吗',
    people: '人工|人工客服|真人|真人客服|客服|客服人员|工作人员|人工服务',
    whole: '人工|人工客服|真人客服|转人工|人工服务',
    fillers: '请|你好|您好|好的|现在|谢谢|吧|啊|一下',
    please: '请',
    offered: '可以由人工客服接手。请留下您的联系方式，我们会回复您。',
    waiting: '您的请求已转达，人工客服会回复您。',
    taken: '人工客服已接手此对话，会回复您。',
  },
  ja: {
    asks: '%と話したい|%と話したいです|%と話したいのですが|%と話せますか|%と話すことはできますか|%と話をしたいです|%とチャットしたいです|%に繋いでください|%につないでください|%に代わってください|%に相談したいです|%をお願いします|%に問い合わせたいです|%に連絡したいです',
    people: '人|人間|本物の人間|担当者|オペレーター|スタッフ|サポート担当者|カスタマーサポート',
    whole: '人間と話したい|オペレーター|担当者をお願いします|有人対応をお願いします|有人チャット',
    fillers: 'すみません|こんにちは|今|今すぐ|直接|ありがとうございます',
    please: 'すみません',
    offered: '担当者が引き継ぐことができます。ご連絡先をお知らせいただければ、折り返しご連絡します。',
    waiting: 'ご要望は担当者に伝わっています。担当者からお返事します。',
    taken: '担当者がこの会話を引き継ぎました。担当者からお返事します。',
  },
  ko: {
    asks: '%과 이야기하고 싶어요|%과 이야기하고 싶습니다|%과 대화하고 싶어요|%과 대화하고 싶습니다|%과 통화하고 싶어요|%과 통화하고 싶습니다|%과 상담하고 싶어요|%과 상담하고 싶습니다|%과 이야기할 수 있나요|%과 대화할 수 있나요|%과 상담할 수 있나요|%와 이야기하고 싶어요|%와 대화하고 싶어요|%와 통화하고 싶어요|%와 상담하고 싶어요|%와 상담하고 싶습니다|%와 상담할 수 있나요|%과 연결해 주세요|%과 연결해주세요|% 연결해 주세요|% 연결해주세요|% 연결 부탁드립니다|% 연결|% 바꿔 주세요|% 바꿔주세요',
    people: '사람|실제 사람|진짜 사람|상담원|상담사|직원|담당자|고객센터',
    whole: '상담원|상담원 부탁드립니다|사람이랑 이야기하고 싶어요|사람하고 이야기하고 싶어요',
    fillers: '안녕하세요|네|아니요|지금|바로|감사합니다|좀|혹시',
    please: '좀',
    offered: '담당자가 이어서 도와드릴 수 있습니다. 연락처를 남겨 주시면 답변드리겠습니다.',
    waiting: '요청이 전달되었습니다. 담당자가 답변드리겠습니다.',
    taken: '담당자가 이 대화를 이어받았습니다. 곧 답변드리겠습니다.',
  },
};
