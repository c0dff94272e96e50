/** What a question may be about. */
export type Topic = 'health' | 'study' | 'work' | 'love' | 'family' | 'money' | 'move';

/** How a language asks: beginnings of words, without accents. A question that fits several topics has the first of them. */
export interface QuestionWords {
  readonly topics: Readonly<Record<Topic, string>>;
  /** How a question begins that asks for a yes or a no about the future or a decision: of what is or was so, cards say neither. */
  readonly yesNo: string;
  /** Words that begin a question to which neither yes nor no is an answer. */
  readonly open: string;
  /** Words that stand before a thing that is asked about. */
  readonly articles: string;
  /** Whether these words stay as they are wherever they stand; inflected ones are left out of a quotation. */
  readonly articlesStay?: boolean;
  /** Words that join a place or a name to it. */
  readonly links: string;
}

export const questionWords: Readonly<Record<string, QuestionWords>> = {
  en: {
    topics: {
      health:
        'health|ill|illness|sick|heal|pain|sleep|tired|doctor|diet|therapy|burnout|surgery|operation|recover|recovery|survive|pregnan|medicat|treatment|diagnos|cure|cured',
      study: 'exam|stud|school|universit|college|degree|course|thesis|learn|test',
      work: 'job|work|career|boss|colleague|promotion|salary|interview|business|employ|project|office|profession|startup',
      love: 'love|partner|relationship|boyfriend|girlfriend|husband|wife|marr|dating|date|crush|romance|soulmate|ex|heart',
      family: 'famil|mother|father|mum|mom|dad|parent|child|son|daughter|brother|sister|baby|grand',
      money: 'money|financ|debt|invest|loan|rent|saving|pay|afford|income|inherit|mortgage|lottery|rich',
      move: 'move|moving|relocat|house|flat|apartment|emigrat|city|abroad|home|country',
    },
    open: 'what|how|when|where|who|why|which|whose',
    yesNo: 'should|shall|will|can|could|would',
    articles: 'the|my|our|this|a|an',
    articlesStay: true,
    links: 'in|at|with|from|to|for|as',
  },
  de: {
    topics: {
      health:
        'gesund|krank|heil|schmerz|schlaf|mude|arzt|diat|therapie|burnout|operation|operiert|genes|erhol|uberleb|schwanger|medikament|tablette|behandlung|diagnos',
      study: 'prufung|studi|schule|schulab|universitat|uni|abschluss|kurs|lern|examen|abitur|ausbildung',
      work: 'job|arbeit|beruf|karriere|chef|kolleg|beforder|gehalt|bewerb|vorstellungsgesprach|firma|stelle|projekt|buro|kundig',
      love: 'lieb|liebt|liebst|liebes|geliebt|partner|beziehung|freundin|freund|mann|frau|heirat|hochzeit|ehe|verlieb|ex|herz|trenn',
      family: 'famil|mutter|vater|mama|papa|eltern|kind|sohn|tochter|bruder|schwester|baby|oma|opa',
      money: 'geld|finanz|schuld|invest|kredit|miete|spar|zahl|leisten|einkommen|erb|hypothek|lotto',
      move: 'umzug|umziehen|umzieh|haus|wohnung|auswander|stadt|ausland|heim|land',
    },
    open: 'was|wie|wann|wo|wer|wem|wen|warum|weshalb|wieso|welche|welcher|welches|wohin|woher|womit|worauf|wozu',
    yesNo:
      'soll|solle|sollen|sollte|sollten|wird|wirst|werde|werden|kann|kannst|konnen|konnte|darf|durfen|muss|mussen|lohnt|komme|kommt|kommen|bekomme|schaffe|klappt',
    articles: 'der|die|das|den|dem|mein|meine|meinen|meinem|meiner|unser|unsere|ein|eine|einen|dieser|diese|diesen',
    links: 'in|bei|mit|aus|nach|als|fur',
  },
  es: {
    topics: {
      health:
        'salud|enferm|sanar|sanara|sano|sana|dolor|dormir|cansad|medic|dieta|terapia|operacion|operar|cirugia|recuper|curar|curado|curada|curara|sobreviv|embaraz|tratamiento|diagnostic',
      study: 'examen|estudi|escuela|universidad|carrera|curso|tesis|aprend|oposicion',
      work: 'trabajo|trabajar|empleo|profesion|jef|colega|ascenso|sueldo|entrevista|empresa|puesto|proyecto|oficina|negocio',
      love: 'amor|pareja|relacion|novi|marido|espos|mujer|casar|boda|enamor|ex|corazon|cita|quiere|ama',
      family: 'famili|madre|padre|mama|papa|hij|herman|bebe|abuel|niñ|nin',
      money: 'dinero|finanz|deuda|inver|prestamo|alquiler|ahorr|pag|ingreso|herenc|hipoteca|loteria|ric',
      move: 'mudar|mudanza|mudo|casa|piso|emigr|ciudad|extranjero|hogar|pais|trasladar',
    },
    open: 'que|como|cuando|donde|quien|cual|cuanto|cuanta|por',
    yesNo: 'debo|deberia|voy|va|vamos|puedo|podria|podre|sera|conviene|volvera|llegara|tendre',
    articles: 'el|la|los|las|mi|mis|nuestro|nuestra|este|esta|un|una',
    links: 'en|con|de|como|para',
  },
  fr: {
    topics: {
      health:
        'sante|malad|guerir|guerira|gueri|guerison|douleur|dormir|sommeil|fatigu|medecin|regime|therapie|operation|operer|retabl|surviv|enceinte|medicament|traitement|diagnosti',
      study: 'examen|etud|ecole|universite|diplome|cours|these|apprend|bac|concours|formation',
      work: 'travail|emploi|job|carriere|metier|patron|chef|collegue|promotion|salaire|entretien|entreprise|poste|projet|bureau|boulot',
      love: 'amour|couple|relation|copain|copine|mari|femme|epous|mariage|amoureu|ex|coeur|rencontre|aime',
      family: 'famill|mere|pere|maman|papa|parent|enfant|fils|fille|frere|soeur|bebe|grand',
      money: 'argent|financ|dette|invest|pret|loyer|epargn|pay|revenu|herit|hypotheque|loterie|riche',
      move: 'demenag|maison|appartement|emigr|ville|etranger|logement|pays|partir',
    },
    open: 'que|quoi|comment|quand|ou|qui|quel|quelle|quels|quelles|combien|pourquoi',
    yesNo: 'dois|devrais|vais|va|puis|peux|pourrai|faut|sera|vont|ferais|aurai',
    articles: 'le|la|les|mon|ma|mes|notre|ce|cette|un|une',
    links: 'à|a|en|avec|chez|de|comme|pour',
  },
  it: {
    topics: {
      health:
        'salute|malat|guarir|guarira|guarisc|dolor|dormir|sonno|stanc|medic|dieta|terapia|operazione|operare|sopravviv|incinta|farmac|cura|diagnosi|riprender',
      study: 'esam|stud|scuol|universita|laurea|corso|tesi|impar|concorso',
      work: 'lavor|impieg|carriera|mestiere|capo|colleg|promozion|stipendi|colloqui|aziend|posto|progett|ufficio',
      love: 'amor|coppia|relazion|fidanzat|marito|mogli|spos|matrimon|innamor|ex|cuore|ama|appuntament',
      family: 'famigl|madre|padre|mamma|papa|genitor|figli|fratell|sorell|bambin|neonat|nonn',
      money: 'soldi|denaro|finanz|debit|invest|prestit|affitt|risparm|pag|reddit|eredit|mutuo|lotteria|ricc',
      move: 'trasfer|trasloc|casa|appartament|emigr|citta|estero|paese',
    },
    open: 'che|cosa|come|quando|dove|chi|quale|quali|quanto|quanta|perche',
    yesNo: 'devo|dovrei|vado|sara|posso|potrei|potro|conviene|tornera|riusciro|avro',
    articles: "il|lo|la|i|gli|le|mio|mia|miei|nostro|nostra|questo|questa|un|uno|una|l'",
    links: 'a|in|con|da|di|come|per',
  },
  pt: {
    topics: {
      health:
        'saude|doente|doenca|cura|sarar|dor|dores|dormir|sono|cansa|medic|dieta|terapia|cirurgia|operar|operacao|recuper|sobreviv|gravid|remedio|tratamento|diagnostic',
      study: 'exame|estud|escola|universidade|faculdade|curso|tese|aprend|vestibular|concurso|prova',
      work: 'trabalh|empreg|carreira|profiss|chefe|coleg|promoc|salario|entrevista|empresa|vaga|projeto|escritorio|negocio',
      love: 'amor|parceir|relac|namor|marido|espos|mulher|casar|casament|apaixon|ex|coracao|encontro|ama',
      family: 'famili|mae|pai|pais|filh|irma|irmao|bebe|avo|crianc',
      money: 'dinheiro|financ|divida|invest|emprestimo|aluguel|poup|pag|renda|heranc|hipoteca|loteria|ric',
      move: 'mudar|mudanca|casa|apartamento|emigr|cidade|exterior|lar',
    },
    open: 'que|o|como|quando|onde|quem|qual|quais|quanto|quanta|por',
    yesNo: 'devo|deveria|vou|vai|vamos|posso|poderia|sera|vale|volta|consigo|conseguirei|terei',
    articles: 'o|a|os|as|meu|minha|meus|minhas|nosso|nossa|este|esta|um|uma',
    links: 'em|no|na|com|de|do|da|como|para',
  },
};
