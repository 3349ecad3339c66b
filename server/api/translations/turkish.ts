/** The server's messages in Turkish, keyed by the English ones. `{}` is a variable part, `{1}` the first of them. */
import { SOURCES_TURKISH } from "./turkishSources.ts";

export const TURKISH: Readonly<Record<string, string>> = {
  // Forms
  "This field is required": "Bu alan zorunludur",
  "Please enter a valid email": "Lütfen geçerli bir e-posta girin",
  "Invalid format": "Geçersiz biçim",
  "Give the IANA name of a time zone, such as Europe/Istanbul.":
    "Bir saat diliminin IANA adını verin, örneğin Europe/Istanbul.",
  "Must be at least {} characters": "En az {1} karakter olmalıdır",
  "Must be at most {} characters": "En çok {1} karakter olabilir",
  "Must have at most {} entries": "En çok {1} öğe olabilir",
  "Must be at least {}": "En az {1} olmalıdır",
  "Must be at most {}": "En çok {1} olabilir",
  "Must be one of {}": "Şunlardan biri olmalıdır: {1}",
  "Must lie in the future": "Gelecekte bir zaman olmalıdır",

  // Any call
  "Something went wrong.": "Bir şeyler ters gitti.",
  "The server was moved while this waited. Start it again.": "Bu beklerken sunucu taşındı. Yeniden başlatın.",
  "The server cannot reach its data at the moment. Try again in a few seconds.":
    "Sunucu şu anda verilerine ulaşamıyor. Birkaç saniye sonra yeniden deneyin.",
  "The store of the index cannot be reached at the moment. Try again in a few seconds.":
    "Dizin deposuna şu anda ulaşılamıyor. Birkaç saniye sonra yeniden deneyin.",
  "The store of the index refuses the server's key. The operator has to renew it.":
    "Dizin deposu sunucunun anahtarını kabul etmiyor. İşletmecinin anahtarı yenilemesi gerekir.",
  "The server's disk cannot be used at the moment. The operator's log has the details.":
    "Sunucunun diski şu anda kullanılamıyor. Ayrıntılar işletmecinin günlüğünde.",
  "A part of the server's database is damaged, and this cannot be read or stored. The operator has to restore a backup.":
    "Sunucunun veritabanının bir bölümü hasarlı; bu okunamıyor veya kaydedilemiyor. İşletmecinin bir yedeği geri yüklemesi gerekir.",
  "The request cannot be read.": "İstek okunamadı.",
  "The request cannot be answered.": "İstek yanıtlanamadı.",
  "The request is too large.": "İstek çok büyük.",
  "The body must be JSON.": "Gövde JSON olmalıdır.",
  "Not found.": "Bulunamadı.",
  "Enter your password again to go on.": "Sürdürmek için parolanızı yeniden girin.",
  "The password is not right": "Parola doğru değil",
  "Sign in first.": "Önce oturum açın.",
  "There is no such session.": "Böyle bir oturum yok.",
  "Pages of other origins may not open this socket.": "Başka kaynaklardaki sayfalar bu soketi açamaz.",
  "This session is not valid any more.": "Bu oturum artık geçerli değil.",
  "You are not allowed to do this.": "Bunu yapma yetkiniz yok.",
  "The subscription has expired.": "Abonelik sona erdi.",
  "The server is busy. Try again in a moment.": "Sunucu meşgul. Birazdan yeniden deneyin.",
  "You have asked for a lot in a short time. Wait {} s, then go on.":
    "Kısa sürede çok şey sordunuz. {1} sn bekleyip sürdürün.",
  "You are having too many sources checked at once. Wait until these are done, then go on.":
    "Aynı anda çok fazla kaynağı denetletiyorsunuz. Bunların bitmesini bekleyip devam edin.",
  "A repository has no restricted items.": "Bir depoda kısıtlı öğe olmaz.",
  "This source is read with the account of somebody else. Give it a token or an account of yours first.":
    "Bu kaynak başka birinin hesabıyla okunuyor. Önce ona bir belirteç ya da kendi hesabınızı verin.",
  "Only an Owner may open to more people what the token of this source reads.":
    "Bu kaynağın belirtecinin okuduklarını daha çok kişiye yalnızca bir Sahip açabilir.",
  "You have asked for too much at once. Wait a moment, then go on.":
    "Aynı anda çok fazla şey istediniz. Biraz bekleyip sürdürün.",
  "This question takes too long. Narrow it down and ask again.": "Bu soru çok uzun sürüyor. Daraltıp yeniden sorun.",
  "This question could not be answered. Ask again in a moment.": "Bu soru yanıtlanamadı. Birazdan yeniden sorun.",
  "The server is stopping.": "Sunucu kapanıyor.",
  "Too many attempts. Try again later.": "Çok fazla deneme yapıldı. Daha sonra yeniden deneyin.",
  "Too many failed attempts. Try again later.": "Çok fazla başarısız deneme yapıldı. Daha sonra yeniden deneyin.",
  "Too many requests. Try again later.": "Çok fazla istek gönderildi. Daha sonra yeniden deneyin.",

  // Accounts
  "The email or the password is not right.": "E-posta ya da parola doğru değil.",
  "Your address is not verified yet. Enter the code that was mailed to you.":
    "Adresiniz henüz doğrulanmadı. E-postayla gelen kodu girin.",
  "The old password is not right": "Eski parola doğru değil",
  "The passwords do not match": "Parolalar aynı değil",
  "This password is too common. Choose one that nobody would guess":
    "Bu parola çok yaygın. Kimsenin tahmin edemeyeceği bir parola seçin",
  "Must not be your email address or your name": "E-posta adresiniz ya da adınız olamaz",
  "This address already has an account": "Bu adresin zaten bir hesabı var",
  "This code is not right. Ask for a new one if it goes on": "Bu kod doğru değil. Sürerse yeni bir kod isteyin",
  "This code has expired. Ask for a new one": "Bu kodun süresi doldu. Yeni bir kod isteyin",
  "This link is not valid any more. Ask for a new one": "Bu bağlantı artık geçerli değil. Yenisini isteyin",
  "This invitation is not valid any more.": "Bu davet artık geçerli değil.",
  "This invitation has already been used. Sign in instead.": "Bu davet zaten kullanılmış. Bunun yerine oturum açın.",
  "This invitation was withdrawn. Ask for a new one.": "Bu davet geri çekildi. Yeni bir davet isteyin.",
  "This invitation has expired. Ask for a new one.": "Bu davetin süresi doldu. Yeni bir davet isteyin.",
  "A company can have {} projects. Delete one first.": "Bir şirketin {1} projesi olabilir. Önce birini silin.",
  "A company can link {} sources. Remove one first.": "Bir şirket {1} kaynak bağlayabilir. Önce birini kaldırın.",
  "The quota of your company is {} sources, and {} are linked. Remove some first, or ask the operator for more.":
    "Şirketinizin kotası {1} kaynak, bağlı olan ise {2}. Önce bazılarını kaldırın ya da işletmeciden daha fazlasını isteyin.",
  "A project can have {} people. Remove some first.": "Bir projede {1} kişi olabilir. Önce birkaçını çıkarın.",
  "{} invitations are open. Revoke some first.": "{1} davet açık. Önce birkaçını geri alın.",
  "You have {} tokens already. Delete one first.": "Zaten {1} belirteciniz var. Önce birini silin.",
  "There is no such token.": "Böyle bir belirteç yok.",
  "This token has expired. Make a new one in Settings > MCP tokens.":
    "Bu jetonun süresi doldu. Ayarlar > MCP jetonları bölümünde yenisini oluşturun.",
  "This token is wrong or was deleted. Make a new one in Settings > MCP tokens.":
    "Bu jeton yanlış ya da silinmiş. Ayarlar > MCP jetonları bölümünde yenisini oluşturun.",
  "This token may make {} calls a minute.": "Bu jeton dakikada {1} çağrı yapabilir.",
  "An MCP token only reads. Sign in with your account for this.":
    "MCP jetonu yalnızca okur. Bunun için hesabınızla oturum açın.",
  "This token opens no such project.": "Bu jeton böyle bir projeyi açmıyor.",
  "This call tells about the MCP token that makes it, and a session made it.":
    "Bu çağrı, onu yapan MCP jetonunu anlatır; bunu ise bir oturum yaptı.",

  // Companies and plans
  "There is no such company.": "Böyle bir şirket yok.",
  "There is no such invitation.": "Böyle bir davet yok.",
  "There is no such person in the company.": "Şirkette böyle biri yok.",
  "This person already belongs to the company": "Bu kişi zaten şirkette",
  "A company needs at least one Admin.": "Bir şirketin en az bir yöneticisi olmalıdır.",
  "Give your projects another Owner first.": "Önce projelerinize başka bir sahip atayın.",
  "Only an Admin of the company may do this.": "Bunu yalnızca şirketin bir yöneticisi yapabilir.",
  "Only somebody who belongs to a company can create a project.":
    "Yalnızca bir şirkete bağlı kişiler proje oluşturabilir.",
  "You need to upgrade your plan to create multiple projects.":
    "Birden çok proje oluşturmak için planınızı yükseltmeniz gerekir.",
  "You need to upgrade your plan to access actionable insights. Please contact support.":
    "Eyleme dönüştürülebilir içgörülere erişmek için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "You need to upgrade your plan to use the document explorer. Please contact support.":
    "Belge gezginini kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "You need to upgrade your plan to use the expert recommender. Please contact support.":
    "Uzman önerilerini kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "You need to upgrade your plan to use the MCP integration. Please contact support.":
    "MCP entegrasyonunu kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "You need to upgrade your plan to use this. Please contact support.":
    "Bunu kullanmak için planınızı yükseltmeniz gerekir. Lütfen destekle iletişime geçin.",
  "The Standard plan covers open-source projects of GitHub, GitLab and Bitbucket. Choose one of them, or ask for an upgrade of the plan.":
    "Standard planı GitHub, GitLab ve Bitbucket'taki açık kaynaklı projeleri kapsar. Bunlardan birini seçin ya da planın yükseltilmesini isteyin.",
  "The Standard plan covers open-source projects, and this source is private. Ask for an upgrade of the plan to link it.":
    "Standard planı açık kaynaklı projeleri kapsar ve bu kaynak özel. Bağlamak için planın yükseltilmesini isteyin.",
  "The Standard plan covers open-source projects, and the host does not say that this source is public. Check it with an account or a token that may read its visibility, or ask for an upgrade of the plan.":
    "Standard planı açık kaynaklı projeleri kapsar ve sunucu bu kaynağın herkese açık olduğunu söylemiyor. Görünürlüğünü okuyabilen bir hesap ya da jetonla denetleyin ya da planın yükseltilmesini isteyin.",
  "You need to upgrade your plan to link more than {} data sources.":
    "{1} veri kaynağından fazlasını bağlamak için planınızı yükseltmeniz gerekir.",

  // Projects
  "There is no such project.": "Böyle bir proje yok.",
  "There is no such issue.": "Böyle bir kayıt yok.",
  "There is no such document.": "Böyle bir belge yok.",
  "There is no such person in this project.": "Bu projede böyle biri yok.",
  "There is no such source in this project.": "Bu projede böyle bir kaynak yok.",
  "The project has no such source of documents.": "Projede böyle bir belge kaynağı yok.",
  "Your role in this project does not allow this.": "Bu projedeki rolünüz buna izin vermiyor.",
  "A project needs at least one Owner.": "Bir projenin en az bir sahibi olmalıdır.",
  "Somebody without an account cannot be Owner": "Hesabı olmayan biri sahip olamaz",
  "The same source is named twice.": "Aynı kaynak iki kez belirtilmiş.",
  "This project links this address already.": "Bu proje bu adresi zaten bağlıyor.",
  "A backtest of this project is running already.": "Bu projenin bir geriye dönük sınaması zaten sürüyor.",
  "The code has no such file. Load the page again.": "Kodda böyle bir dosya yok. Sayfayı yeniden yükleyin.",
  "This is no path inside a repository or a wiki.": "Bu, bir deponun ya da wiki’nin içindeki bir yol değil.",
  "The repository has no such commit.": "Depoda böyle bir commit yok.",
  "The stored credential cannot be opened. Enter it again.": "Saklanan kimlik bilgisi açılamıyor. Yeniden girin.",
  "The stored credential is gone. Enter it again.": "Saklanan kimlik bilgisi artık yok. Yeniden girin.",

  // Connected accounts and webhooks
  "No account is connected at this provider.": "Bu sağlayıcıda bağlı bir hesap yok.",
  "Only somebody who belongs to a company can connect an account.":
    "Yalnızca bir şirkete bağlı kişiler hesap bağlayabilir.",
  "The operator of this server has not registered it at this provider. A token works as well.":
    "Bu sunucunun işletmecisi onu bu sağlayıcıya kaydetmemiş. Belirteç de kullanabilirsiniz.",
  "There is no such webhook, or the signature is not valid.": "Böyle bir webhook yok ya da imza geçerli değil.",
  "Webhooks of this host are not supported. The source is asked every few minutes.":
    "Bu sunucunun webhook’ları desteklenmiyor. Kaynağa birkaç dakikada bir sorulur.",

  // Notifications
  "{} added you to {}": "{1} sizi {2} projesine ekledi",
  "You were removed from {}": "{1} projesinden çıkarıldınız",
  "{} was deleted": "{1} silindi",
  "{} has changed": "{1} değişti",
  "{} accepted your invitation": "{1} davetinizi kabul etti",
  "{} expects {} in {}": "{1}, {2} adresini {3} projesinde bekliyor",
  "They have no account yet. Invite them to the company.": "Henüz hesabı yok. Şirkete davet edin.",

  ...SOURCES_TURKISH,
};
